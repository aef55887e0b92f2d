"""The command line: the only room that prints."""

from caponata.cli.doctor import diagnose


def main() -> None:
    """Run a command, or say what to mend when a broken build keeps the commands from loading."""
    try:
        from caponata.cli.app import main as run
    except Exception:
        wrong = [line.sentence for line in diagnose().lines if line.status == "fail"]
        if not wrong:
            raise
        raise SystemExit("\n".join(wrong)) from None
    run()


__all__ = ["main"]
