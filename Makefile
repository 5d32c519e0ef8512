# Cacao by mail. `make run` starts the service, `make test` checks everything; both install what they need.
.PHONY: run demo test soak secrets servers lint format translations bench lock clean
.DEFAULT_GOAL := run

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PYTHONPATH := $(CURDIR)

run: $(VENV)/run.installed
	@$(BIN)/python -m worker.embedded

demo: $(VENV)/run.installed
	@$(BIN)/python -m worker.embedded --demo

# The files of tests are shared out to the processors; the tests of one file stay together, with what they start.
test: lint servers
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile

# Games are played by mail while everything is killed and restarted: make soak SEED=7 MINUTES=30
soak: $(VENV)/dev.installed servers
	@SEED=$(SEED) MINUTES=$(MINUTES) $(BIN)/python -m tests.faults.soak

# What docker-compose.yml needs, made once; the folder lets nobody else in, the containers read the files.
# It gets its name when all is in it: what fails half-way is made anew by the next try.
SECRET = $(PYTHON) -c 'import secrets; print(secrets.token_hex(24))'
secrets:
	@test ! -e secrets || { echo "There is a folder secrets already."; exit 1; }
	@rm -rf secrets.part && mkdir -m 700 secrets.part
	@$(SECRET) >secrets.part/postgres_password
	@$(SECRET) >secrets.part/secret_keys
	@echo "postgresql+psycopg://cacao:$$(cat secrets.part/postgres_password)@postgres/cacao" >secrets.part/database_url
	@echo "smtp://mail:1025" >secrets.part/smtp_url
	@chmod 644 secrets.part/*
	@mv secrets.part secrets
	@echo "Made. To send real mail, put your relay in secrets/smtp_url."

# The tests start their own servers, of the system's packages.
servers:
	@sh tests/servers/install.sh

lint: $(VENV)/dev.installed
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(VENV)/dev.installed
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# New words come into app/translations/*/LC_MESSAGES/messages.po without a translation: write it there and run this again.
translations: $(VENV)/dev.installed
	@$(BIN)/pybabel -q extract -F babel.cfg --no-location --sort-output --no-wrap -o $(VENV)/messages.pot .
	@$(BIN)/pybabel -q update -i $(VENV)/messages.pot -d app/translations \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap
	@$(BIN)/pybabel -q compile -d app/translations

bench: $(VENV)/dev.installed
	@$(BIN)/python -m bench

# The locks hold hashes and no addresses: packages come from wherever pip is set up to look.
lock: $(VENV)/uv.installed
	@$(BIN)/uv pip compile -q --universal --generate-hashes --no-header \
		pyproject.toml -o requirements.txt
	@$(BIN)/uv pip compile -q --universal --generate-hashes --no-header \
		-c requirements.txt --group dev pyproject.toml -o requirements-dev.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/uv.installed:
	@echo "Making $(VENV) (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed.")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv==0.13.8
	@touch $@

$(VENV)/run.installed: $(VENV)/uv.installed requirements.txt
	@echo "Installing the packages of requirements.txt ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/dev.installed: $(VENV)/uv.installed requirements-dev.txt
	@echo "Installing the packages of requirements-dev.txt ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@
