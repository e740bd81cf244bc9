"""The nonlinear programming of Zhao and Badler."""
