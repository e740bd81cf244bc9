"""The posing engine: locks that are kept, gestures, solving while someone pulls."""
