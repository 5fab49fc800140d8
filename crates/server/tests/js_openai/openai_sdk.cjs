// What OpenAI's own client for Node sees of the server. Run by tests/it/openai.rs: URL KEY.
const assert = require("node:assert/strict");
const OpenAI = require("openai");

const [url, key] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
const said = (content) => [{ role: "user", content }];
const hostile = "a\rb\u0000c\r\n\r\ndata: [DONE]\n\nevent: x\ndata: {}\n\u2028é🙂";
const weather = {
  type: "function",
  function: { name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
};

async function main() {
  const models = [];
  for await (const model of client.models.list()) models.push(model.id);
  assert.deepEqual(models, ["assistant", "scripted"]);
  await assert.rejects(client.models.retrieve("a/b"), OpenAI.NotFoundError);

  for (const model of ["assistant", "scripted"]) {
    const whole = await client.chat.completions.create({ model, messages: said("hola") });
    assert.equal(whole.choices[0].message.content, "hola");
    assert.ok(whole.usage.total_tokens > 0);
    for (const [text, wanted] of [["hostile", model === "assistant" ? hostile.replace("\0", "") : hostile], ["long", "x".repeat(1_000_000)], ["uno dos", "uno dos"]]) {
      const stream = await client.chat.completions.create({
        model, messages: said(text), stream: true, stream_options: { include_usage: true },
      });
      let heard = "", usage = null;
      for await (const chunk of stream) {
        heard += chunk.choices[0]?.delta?.content ?? "";
        usage = chunk.usage ?? usage;
      }
      assert.equal(heard, wanted);
      assert.ok(usage.total_tokens > 0);
      const response = await client.responses.create({ model, input: text });
      assert.equal(response.output_text, wanted);
      const events = client.responses.stream({ model, input: text });
      assert.equal((await events.finalResponse()).output_text, wanted);
    }
    await assert.rejects(async () => {
      const stream = await client.chat.completions.create({ model, messages: said("cut off"), stream: true });
      for await (const _ of stream);
    }, OpenAI.APIError);
  }

  const runner = client.chat.completions.runTools({
    model: "scripted",
    messages: said("weather in Paris?"),
    tools: [{ ...weather, function: { ...weather.function, parse: JSON.parse, function: ({ city }) => {
      assert.equal(city, "Paris");
      return "sunny";
    } } }],
  });
  assert.equal(await runner.finalContent(), "It is sunny.");

  const first = await client.responses.create({ model: "assistant", input: "hola" });
  const second = await client.responses.create({ model: "assistant", input: "¿y?", previous_response_id: first.id });
  assert.equal(second.previous_response_id, first.id);

  const stranger = new OpenAI({ baseURL: `${url}/v1`, apiKey: "wrong", maxRetries: 0 });
  await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError);
  const unknown = client.chat.completions.create({ model: "gpt-none", messages: said("x") });
  await assert.rejects(unknown, OpenAI.NotFoundError);
  await assert.rejects(client.chat.completions.create({ model: "assistant", messages: said("x"), n: 2 }), (error) => {
    assert.ok(error instanceof OpenAI.BadRequestError);
    assert.equal(error.param, "n");
    return true;
  });
  console.log("all as it should be");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
