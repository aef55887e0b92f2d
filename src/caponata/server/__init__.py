"""The web server: tables shared by people, bots and spectators."""
