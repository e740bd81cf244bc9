"""Characters: figures whose joints have roles of a human body; dressing, retargeting, clean-up of feet."""
