"""Tables on the web: people, bots and spectators around one log."""
