"""Study: many games on all cores or on a cluster, and what they say."""

from caponata.lab.balance import Balance, balance
from caponata.lab.dataset import Dataset, dataset
from caponata.lab.resume import resume
from caponata.lab.tournament import Tournament, tournament
from caponata.lab.trouble import LabError

__all__ = ["Balance", "Dataset", "LabError", "Tournament", "balance", "dataset", "resume", "tournament"]
