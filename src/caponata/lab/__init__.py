"""Study: many games on all cores, and what they say."""
