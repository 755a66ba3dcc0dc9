# Front door of frictioncone_ros. `make` lists the targets.
.DEFAULT_GOAL := help
SHELL := bash
.PHONY: help lint

help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST))
