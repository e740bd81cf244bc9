"""What tests share: random figures, judges, live servers, paths."""
