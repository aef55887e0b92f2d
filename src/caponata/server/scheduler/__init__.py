"""The scheduler: what tables do without being asked, such as bot moves and expired clocks."""
