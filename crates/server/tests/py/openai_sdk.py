"""What OpenAI's own Python client sees of the server. Run by tests/it/openai.rs: URL KEY SCENARIO."""

import sys

import openai
from openai import OpenAI
from pydantic import BaseModel

url, key, scenario = sys.argv[1:]
client = OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0)
HOSTILE = "a\rb\u0000c\r\n\r\ndata: [DONE]\n\nevent: x\ndata: {}\n\u2028é🙂"
WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather in a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}


def said(text):
    return [{"role": "user", "content": text}]


def raises(kind, call, status=None, code=None):
    try:
        call()
    except kind as error:
        if status is not None:
            assert error.status_code == status, error
        if code is not None:
            assert error.code == code, (error.code, error)
        return error
    raise AssertionError(f"{kind.__name__} was expected")


def models():
    listed = {model.id: model.owned_by for model in client.models.list()}
    assert listed == {"assistant": "conserje", "scripted": "conserje"}, listed
    assert client.models.retrieve("assistant").id == "assistant"
    raises(openai.NotFoundError, lambda: client.models.retrieve("a/b"), 404, "model_not_found")


def chat(model):
    reply = client.chat.completions.create(model=model, messages=said("hola"))
    assert reply.object == "chat.completion" and reply.model == model, reply
    assert reply.choices[0].message.content == "hola", reply
    assert reply.choices[0].finish_reason == "stop", reply
    assert reply.usage.total_tokens == reply.usage.prompt_tokens + reply.usage.completion_tokens > 0, reply

    options = {"include_usage": True}
    with client.chat.completions.create(
        model=model, messages=said("uno dos tres"), stream=True, stream_options=options
    ) as stream:
        chunks = list(stream)
    texts = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
    assert "".join(texts) == "uno dos tres" and len([text for text in texts if text]) > 1, texts
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert len({chunk.id for chunk in chunks}) == 1
    assert chunks[0].choices[0].delta.role == "assistant"
    assert not chunks[-1].choices and chunks[-1].usage.completion_tokens > 0, chunks[-1]

    thought = client.chat.completions.create(model=model, messages=said("think first"))
    assert thought.choices[0].message.content == "Done." , thought
    assert thought.choices[0].message.reasoning_content == "Let me see.", thought
    stream = client.chat.completions.create(model=model, messages=said("think first"), stream=True)
    deltas = [chunk.choices[0].delta for chunk in stream]
    assert "".join(getattr(delta, "reasoning_content", None) or "" for delta in deltas) == "Let me see."

    # What an assistant says is screened; a model's own words are passed through.
    hostile = HOSTILE.replace("\0", "") if model == "assistant" else HOSTILE
    for text, wanted in [("hostile", hostile), ("long", "x" * 1_000_000)]:
        assert client.chat.completions.create(model=model, messages=said(text)).choices[0].message.content == wanted
        stream = client.chat.completions.create(model=model, messages=said(text), stream=True)
        assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == wanted, text
        assert client.responses.create(model=model, input=text).output_text == wanted, text
        stream = client.responses.create(model=model, input=text, stream=True)
        deltas = [event.delta for event in stream if event.type == "response.output_text.delta"]
        assert "".join(deltas) == wanted, text


def chat_once(model, text, **more):
    return client.chat.completions.create(model=model, messages=said(text), **more)


def failures(model):
    # One that breaks off in the middle has said something, and then says why.
    stream = client.chat.completions.create(model=model, messages=said("cut off"), stream=True)
    heard = []

    def listen():
        for chunk in stream:
            heard.append(chunk.choices[0].delta.content or "")

    error = raises(openai.APIError, listen)
    assert "".join(heard) == "Half an answer" and error.code == "model_failed", (heard, error)
    raises(openai.InternalServerError, lambda: chat_once(model, "cut off"), 502, "model_failed")
    # One that fails before the first word has a status, streamed or not.
    raises(openai.APIStatusError, lambda: chat_once(model, "boom", stream=True))
    raises(openai.APIStatusError, lambda: chat_once(model, "boom"))
    events = list(client.responses.create(model=model, input="cut off", stream=True))
    assert events[-1].type == "response.failed" and events[-1].response.error.code == "model_failed", events[-1]


def tools():
    messages = said("weather in Paris?")
    first = client.chat.completions.create(model="scripted", messages=messages, tools=[WEATHER], tool_choice="auto")
    choice = first.choices[0]
    assert choice.finish_reason == "tool_calls" and choice.message.content is None, first
    call = choice.message.tool_calls[0]
    assert (call.function.name, call.function.arguments) == ("get_weather", '{"city":"Paris"}'), call
    messages += [choice.message, {"role": "tool", "tool_call_id": call.id, "content": "sunny"}]
    second = client.chat.completions.create(model="scripted", messages=messages, tools=[WEATHER])
    assert second.choices[0].message.content == "It is sunny.", second

    with client.chat.completions.stream(
        model="balanced", messages=said("weather in Paris?"), tools=[WEATHER]
    ) as stream:
        for _ in stream:
            pass
        final = stream.get_final_completion()
    assert final.choices[0].message.tool_calls[0].function.arguments == '{"city":"Paris"}', final

    flat = [{"type": "function", **WEATHER["function"]}]
    asked = client.responses.create(model="scripted", input="weather in Paris?", tools=flat)
    call = next(item for item in asked.output if item.type == "function_call")
    assert (call.name, call.arguments) == ("get_weather", '{"city":"Paris"}'), call
    turn = [*said("weather in Paris?"), *asked.output]
    turn.append({"type": "function_call_output", "call_id": call.call_id, "output": "sunny"})
    assert client.responses.create(model="scripted", input=turn, tools=flat).output_text == "It is sunny."


class Answer(BaseModel):
    answer: int
    unit: str


def structured():
    parsed = client.chat.completions.parse(model="scripted", messages=said("json please"), response_format=Answer)
    assert parsed.choices[0].message.parsed == Answer(answer=42, unit="€"), parsed
    parsed = client.responses.parse(model="scripted", input="json please", text_format=Answer)
    assert parsed.output_parsed == Answer(answer=42, unit="€"), parsed


def responses(model):
    reply = client.responses.create(model=model, input="hola")
    assert (reply.status, reply.output_text, reply.model) == ("completed", "hola", model), reply
    assert reply.usage.total_tokens > 0 and reply.usage.output_tokens_details.reasoning_tokens == 0

    events = list(client.responses.create(model=model, input="think first", stream=True))
    assert [event.sequence_number for event in events] == list(range(len(events)))
    kinds = [event.type for event in events if not event.type.endswith(".delta")]
    assert kinds == [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.reasoning_summary_part.added",
        "response.reasoning_summary_text.done",
        "response.reasoning_summary_part.done",
        "response.output_item.done",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ], kinds
    final = events[-1].response
    assert final.output_text == "Done." and final.output[0].summary[0].text == "Let me see.", final
    assert final.usage.output_tokens_details.reasoning_tokens > 0, final

    with client.responses.stream(model=model, input="uno dos tres") as stream:
        for _ in stream:
            pass
        assert stream.get_final_response().output_text == "uno dos tres"

    short = client.responses.create(model="scripted", input="cut short by the limit")
    assert short.status == "incomplete" and short.incomplete_details.reason == "max_output_tokens", short


def conversation():
    first = client.responses.create(model="assistant", input="hola")
    second = client.responses.create(model="assistant", input="who am I?", previous_response_id=first.id)
    assert second.previous_response_id == first.id and second.store, second
    assert second.id != first.id and second.id[:37] == first.id[:37], (first.id, second.id)
    raises(
        openai.BadRequestError,
        lambda: client.responses.create(model="assistant", input="x", previous_response_id="resp_1"),
        400,
        "previous_response_not_found",
    )
    raises(
        openai.BadRequestError,
        lambda: client.responses.create(model="scripted", input="x", previous_response_id=first.id),
    )


def mistakes():
    stranger = OpenAI(base_url=f"{url}/v1", api_key="wrong", max_retries=0)
    error = raises(openai.AuthenticationError, lambda: stranger.models.list(), 401, "unauthenticated")
    assert error.response.headers["x-trace-id"].startswith("trc_"), error.response.headers
    raises(openai.AuthenticationError, lambda: stranger.responses.create(model="assistant", input="x"))
    raises(openai.NotFoundError, lambda: chat_once("gpt-none", "x"), 404, "model_not_found")
    raises(openai.NotFoundError, lambda: client.embeddings.create(model="x", input="x"), 404, "not_found")
    for param, value in [("n", 2), ("logprobs", True), ("modalities", ["text", "audio"])]:
        error = raises(openai.BadRequestError, lambda: chat_once("assistant", "x", **{param: value}))
        assert error.param == param and error.code == "unsupported_parameter", error
    assert chat_once("assistant", "x", n=1, seed=1, top_p=0.5, user="u", extra_body={"odd": 1}).id
    error = raises(openai.BadRequestError, lambda: chat_once("assistant", "x", tools=[WEATHER]))
    assert error.param == "tools", error
    raises(openai.UnprocessableEntityError, lambda: chat_once("assistant", " "), 422, "message_empty")


def budget():
    chat_once("assistant", "hola")
    error = raises(openai.RateLimitError, lambda: chat_once("assistant", "hola"), 429, "budget_exceeded")
    assert error.response.headers["x-should-retry"] == "false"
    raises(openai.RateLimitError, lambda: chat_once("scripted", "hola", stream=True), 429, "budget_exceeded")
    raises(openai.RateLimitError, lambda: client.responses.create(model="scripted", input="x"))


if scenario == "budget":
    budget()
elif scenario.startswith("failures of "):
    failures(scenario.removeprefix("failures of "))
else:
    models()
    for name in ["assistant", "scripted", "balanced"]:
        chat(name)
        responses(name)
    tools()
    structured()
    conversation()
    mistakes()
print("all as it should be")
