"""A real model behind the server, heard with OpenAI's client. Run by scripts/test-live: URL KEY."""

import sys

from openai import OpenAI

url, key = sys.argv[1:]
client = OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0, timeout=300)
for model in ["smollm2", "balanced", "assistant"]:
    messages = [{"role": "user", "content": "Say hello to Ana in one short sentence."}]
    stream = client.chat.completions.create(
        model=model, messages=messages, stream=True, stream_options={"include_usage": True}
    )
    texts, usage = [], None
    for chunk in stream:
        usage = chunk.usage or usage
        texts += [choice.delta.content for choice in chunk.choices if choice.delta.content]
    print(f"{model}: {len(texts)} pieces, {usage.total_tokens} tokens: {''.join(texts)!r}", flush=True)
    assert len(texts) > 1 and usage.completion_tokens > 0, (texts, usage)
response = client.responses.create(model="smollm2", input="Count to three.")
print(f"responses: {response.output_text!r}")
assert response.output_text and response.usage.output_tokens > 0, response
