"""The experiments that come with manikin, one file each; ``manikin.experiment.experiment_kinds`` has them by id."""
