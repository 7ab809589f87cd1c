"""The options of training as keywords of the estimators. Written by toolchains/lists.py from
lib/rfm/data/options.hpp."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sklearn.base import BaseEstimator

# Their names, which are the words of the list with underscores. Not among them is what scikit-learn
# says otherwise: by y, the class of the estimator, sample_weight and random_state.
NAMES = (
    "columns", "drop", "categorical", "numeric", "dates", "date_order", "missing",
    "keep_totals", "groups", "time", "class_weight", "cost", "recall", "positive", "kernel",
    "p", "q", "layers", "bias", "bandwidth", "ridge", "rounds", "metric", "centre_gradients",
    "solver", "members", "folds", "budget", "memory", "most_classes", "effort", "test",
    "portable",
)


class Options(BaseEstimator):
    def __init__(self, *,
                 columns: Sequence[str] | None = None,
                 drop: Sequence[str] | None = None,
                 categorical: Sequence[str] | None = None,
                 numeric: Sequence[str] | None = None,
                 dates: Sequence[str] | None = None,
                 date_order: str | None = None,
                 missing: Sequence[str] | None = None,
                 keep_totals: bool | None = None,
                 groups: str | None = None,
                 time: str | None = None,
                 class_weight: str | None = None,
                 cost: float | str | None = None,
                 recall: float | str | None = None,
                 positive: str | None = None,
                 kernel: str | None = None,
                 p: float | str | None = None,
                 q: float | str | None = None,
                 layers: int | str | None = None,
                 bias: float | str | None = None,
                 bandwidth: float | str | None = None,
                 ridge: float | str | None = None,
                 rounds: int | str | None = None,
                 metric: str | None = None,
                 centre_gradients: bool | None = None,
                 solver: str | None = None,
                 members: int | str | None = None,
                 folds: int | str | None = None,
                 budget: float | str | None = None,
                 memory: int | str | None = None,
                 most_classes: int | str | None = None,
                 effort: float | str | None = None,
                 test: float | str | None = None,
                 portable: bool | None = None,
                 random_state: Any = None,
                 float64: bool = False,
                 n_jobs: int | None = None,
                 verbose: bool = False):
        """None leaves an option at its default.

        columns : Sequence[str], default all that are useful
            Use these columns and no others.
        drop : Sequence[str], default none
            Do not use these columns.
        categorical : Sequence[str], default none
            These columns are categories, whatever they look like.
        numeric : Sequence[str], default none
            These columns are numbers; other cells in them are missing.
        dates : Sequence[str], default what looks like dates
            These columns are dates; other cells in them are missing.
        date_order : str, default auto
            Day or month first, in columns of dates where no cell tells; auto: the day. One of
            dmy, mdy.
        missing : Sequence[str], default none
            Cells of these words are missing, besides NA, None, n.a. and their kin.
        keep_totals : bool, default off
            A last row of totals is a row like others.
        groups : str, default none
            Column of groups: rows of one are held out together; no feature unless it is named
            as one.
        time : str, default none
            Column of times: rows are judged by earlier ones; no feature unless it is named as
            one.
        class_weight : str, default none
            balanced: classes count alike, however many rows they have. One of none, balanced.
        cost : float | str, default 1
            Of two classes: what missing a row of --positive costs, a false alarm costing 1.
            Above 0 to 1000000.
        recall : float | str, default none
            Of two classes: the share of rows of --positive to find, with as few false alarms as
            it goes. Above 0 to 1.
        positive : str, default the rarer
            The class that --cost or --recall is about.
        kernel : str, default auto
            The kernel, one of those listed. One of laplace, gaussian, matern32, matern52, lpq,
            brownian, nngp, ntk.
        p : float | str, default 1.5
            Norm of kernel 'lpq' or 'brownian'. One of 1, 1.25, 1.5, 1.75, 2.
        q : float | str, default auto
            Exponent of kernel 'lpq' or 'brownian', at most p. Above 0 to 2.
        layers : int | str, default 1
            Hidden layers of kernel 'nngp' or 'ntk'. From 1 to 5.
        bias : float | str, default 0
            Bias of kernel 'nngp' or 'ntk'. From 0.
        bandwidth : float | str, default auto
            L in the formulas of the kernels. Above 0.
        ridge : float | str, default auto
            Added to the diagonal of K as it is. From 0.
        rounds : int | str, default auto
            Updates of the metric. From 0 to 100.
        metric : str, default auto
            What M may be; identity is plain kernel ridge. One of full, diagonal, identity.
        centre_gradients : bool, default off
            Subtract the mean gradient before averaging.
        solver : str, default auto
            How all rows are fitted in the end; auto: by their number and memory. One of direct,
            landmarks.
        members : int | str, default auto
            Machines that answer together; auto: as many as help, weighted; one where --kernel
            is given. From 1 to 16.
        folds : int | str, default auto
            Parts of the rows, each held out once by the search. From 2 to 100.
        budget : float | str, default 0
            Seconds that training may take; 0 is no limit. From 0.
        memory : int | str, default auto
            What training may take, as in 500M; auto: half of the machine's memory, without
            limit in C.
        most_classes : int | str, default 1000
            A target with more classes is refused. From 2.
        effort : float | str, default usual
            Work of the search: quick ends with one machine in a quarter of the time; or a share
            of usual. One of quick, usual, best, or a number above 0 to 1000.
        test : float | str, default 0
            Share of the rows kept out of training and scored. From 0 to 0.9.
        portable : bool, default off
            The same bytes on every machine; slower.
        random_state : int, RandomState or None, default None
            Decides every split and sample; None is 1, so that the same rows give the same model.
        float64 : bool, default False
            Numbers of the machine are doubles instead of floats.
        n_jobs : int or None, default None
            Threads, which change no bit of the model; None and -1: as many as there are.
        verbose : bool, default False
            Progress on the error stream.
        """
        self.columns = columns
        self.drop = drop
        self.categorical = categorical
        self.numeric = numeric
        self.dates = dates
        self.date_order = date_order
        self.missing = missing
        self.keep_totals = keep_totals
        self.groups = groups
        self.time = time
        self.class_weight = class_weight
        self.cost = cost
        self.recall = recall
        self.positive = positive
        self.kernel = kernel
        self.p = p
        self.q = q
        self.layers = layers
        self.bias = bias
        self.bandwidth = bandwidth
        self.ridge = ridge
        self.rounds = rounds
        self.metric = metric
        self.centre_gradients = centre_gradients
        self.solver = solver
        self.members = members
        self.folds = folds
        self.budget = budget
        self.memory = memory
        self.most_classes = most_classes
        self.effort = effort
        self.test = test
        self.portable = portable
        self.random_state = random_state
        self.float64 = float64
        self.n_jobs = n_jobs
        self.verbose = verbose
