"""The posing engine: solving for locks, gestures, interactive solving."""
