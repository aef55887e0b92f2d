"""The command line, the only package that prints."""

from caponata.cli.doctor import diagnose


def main() -> None:
    """Run a command. If a broken build prevents it, print what to repair."""
    try:
        from caponata.cli.app import main as run
    except Exception:
        failures = [finding.sentence for finding in diagnose().findings if finding.status == "fail"]
        if not failures:
            raise
        raise SystemExit("\n".join(failures)) from None
    run()


__all__ = ["main"]
