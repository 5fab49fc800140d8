import type { components } from "../../api/schema";

type Schemas = components["schemas"];

/** An assistant of the tenant's own, as the list has it. */
export type Own = Schemas["OwnAssistantReply"];
/** The same with its files, its form and what is wrong with it. */
export type Detail = Schemas["OwnAssistantDetailReply"];
/** `pack.toml` and its prompts, as fields. */
export type AssistantForm = Schemas["AssistantFormWire"];
export type AgentForm = Schemas["AgentFormWire"];
export type Voice = Schemas["VoiceWire"];
export type Fault = Schemas["AssistantFaultReply"];
/** Something that an agent can be given. */
export type Tool = Schemas["AssistantToolReply"];
export type About = Schemas["AboutAssistant"];
