"""What a figure is made of: joints, degrees of freedom, couplings, limits, solids.  Data that cannot change."""
