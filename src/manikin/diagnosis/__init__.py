"""Why a state is what it is: mobility, multipliers, conflicts between goals, what could give way."""
