"""Logging of requests in the LiteLLM proxy, by its own hook: one line of JSON each, appended to $REQUEST_LOG."""

import json
import os

from litellm.integrations.custom_logger import CustomLogger


class RequestLog(CustomLogger):
    def __init__(self):
        super().__init__()
        # Unbuffered and appending: workers share the file, and a line is one write.
        self.file = open(os.environ["REQUEST_LOG"], "ab", buffering=0)

    async def async_log_success_event(self, kwargs, response_obj, start_time, end_time):
        self.write("success", kwargs, start_time, end_time)

    async def async_log_failure_event(self, kwargs, response_obj, start_time, end_time):
        self.write("failure", kwargs, start_time, end_time)

    def write(self, outcome, kwargs, start_time, end_time):
        details = kwargs.get("standard_logging_object") or {}
        line = {
            "outcome": outcome,
            "id": details.get("id"),
            "model": kwargs.get("model"),
            "input_tokens": details.get("prompt_tokens"),
            "output_tokens": details.get("completion_tokens"),
            "cost": kwargs.get("response_cost"),
            "seconds": (end_time - start_time).total_seconds(),
        }
        self.file.write(json.dumps(line).encode() + b"\n")


logger = RequestLog()
