# The front door of frictioncone_ros: `make` lists the targets. Each does the set-up it needs by
# itself, and nothing is written outside this folder.
#   PYTHON=python3.12   another Python (3.10 to 3.14) for .venv
#   LOCKED=1            the versions of .ci/lock.txt and not the newest ones that fit
#   ROS_WHEELS=kilted   another ROS 2 from the package index than Jazzy, where none is sourced
#   ARGS='-k name'      further arguments for the tool a target runs
#   PEERS=installed     `make bench` with the solvers that are there: none is installed

SHELL := bash
.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-kilted torture soak lint bench bench-check bench-sim bench-push test-gazebo docs clean clean-all
INSIDE := bash .ci/inside.sh
export LOCKED PEERS PYTHON ROS_WHEELS

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

setup: ## make .venv with ROS 2 and all tools ready (nothing to do when nothing changed)
	@bash .ci/setup.sh

build: setup ## build the messages and install the package into install/ with colcon
	@bash .ci/build.sh

demo: build ## watch the node beside a simulated arm; SCENE=block|rod|seat|peg, VIEW=1; ARM=panda|ur5 SCENE=press|edge|peg|polish
ifdef ARM
	@bash .ci/robots.sh
	@$(INSIDE) python examples/robot_demo.py --arm $(ARM) $(if $(SCENE),--scene $(SCENE)) $(ARGS)
else
	@$(INSIDE) python examples/demo.py $(if $(SCENE),--scene $(SCENE)) $(if $(VIEW),--view) $(ARGS)
endif

test: build ## run every test
	@$(INSIDE) bash .ci/test.sh $(ARGS)

test-kilted: ## messages built and tests over DDS run with ROS 2 Kilted, in an environment of its own below log/
	@bash .ci/other_ros.sh kilted $(ARGS)

torture: build ## all attacks in their long forms, one table at the end; ARGS='--ticks 1000 --seed 5': random ticks only
	@$(INSIDE) python test/reliability/$(if $(ARGS),torture.py $(ARGS),everything.py)

soak: build ## half an hour at 500 Hz over DDS: every answer judged, memory, handles, threads and delays watched
	@$(INSIDE) python test/reliability/wire_soak.py $(ARGS)

lint: setup ## check style, types, layers and metadata
	@$(INSIDE) bash .ci/lint.sh

bench: build ## measure every family beside its peers; ARGS='tick cones' for some, ARGS=--report writes REPORT.md
	@bash .ci/bench_peers.sh
	@$(INSIDE) python benchmarks/run.py $(ARGS)

bench-check: build ## compare ratios with the committed benchmarks/REPORT.json; ARGS=--short for a few
	@$(INSIDE) python benchmarks/guard_report.py $(ARGS)

bench-sim: setup ## compare predictions with the simulated scenes and print the agreement
	@$(INSIDE) nice python benchmarks/bench_sim.py $(ARGS)

bench-push: setup ## predictions beside recorded planar pushes: make bench-push DATA=a_folder
	@test -n "$(DATA)" || { echo 'say where the pushes are: make bench-push DATA=a_folder'; exit 2; }
	@$(INSIDE) nice python benchmarks/bench_push.py $(DATA) $(ARGS)

test-gazebo: build ## compare verdicts with Gazebo 11, which is put into gazebo_root/ if need be (root)
	@$(INSIDE) python test/gazebo/agreement.py $(ARGS)

docs: build ## write generated parts and figures of docs/, check links and snippets, render with Sphinx
	@$(INSIDE) python docs/build.py $(ARGS)

clean: ## remove what was built, keep .venv
	rm -rf build install log dist demo_out bench_out docs/_build .pytest_cache .hypothesis \
		.mypy_cache .ruff_cache .import_linter_cache .benchmarks *.egg-info
	find . -path ./.venv -prune -o -name __pycache__ -type d -exec rm -rf {} +

clean-all: clean ## remove .venv and gazebo_root too
	rm -rf .venv gazebo_root gazebo_root.setup
