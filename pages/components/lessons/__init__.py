"""What the lesson pages show, an exhibit a function."""
