"""Studies of many games, on all cores or on a cluster."""

from caponata.lab.balance import Balance, balance
from caponata.lab.dataset import Dataset, dataset
from caponata.lab.errors import LabError
from caponata.lab.studies import resume
from caponata.lab.tournament import Tournament, tournament

__all__ = ["Balance", "Dataset", "LabError", "Tournament", "balance", "dataset", "resume", "tournament"]
