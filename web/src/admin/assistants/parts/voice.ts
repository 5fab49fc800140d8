// The voice as a form has it, and a text with what breaks it marked.
import type { components } from "../../../api/schema";
import type { AssistantForm, Voice } from "../own";

export type WholeVoice = Required<Voice>;
export type Looked = components["schemas"]["VoiceReply"];
export type VoiceFinding = components["schemas"]["VoiceFindingReply"];

export const NO_VOICE: WholeVoice = { tone: [], audience: "", wordsToUse: [], wordsToAvoid: [], dos: [], donts: [], samples: [], formality: null };

export const STYLES = ["professional", "warm_professional", "casual", "very_formal"] as const;
export const KINDS = ["full", "appointments_only", "personal_brand", "orders_only", "knowledge_only", "reception_only"] as const;
export const CHANNELS = ["messaging", "voice"] as const;

export type Manner = { style: (typeof STYLES)[number]; assistant: (typeof KINDS)[number]; channel: (typeof CHANNELS)[number] };

export function voiceOf(form: AssistantForm): WholeVoice {
  return { ...NO_VOICE, ...form.voice };
}

/** What is left out is the first of each; none if there is no ready-made way at all. */
export function mannerOf(form: AssistantForm): Manner | null {
  const said = form.instructions;
  if (!said) return null;
  return {
    style: STYLES.find((one) => one === said.style) ?? STYLES[0],
    assistant: KINDS.find((one) => one === said.assistant) ?? KINDS[0],
    channel: CHANNELS.find((one) => one === said.channel) ?? CHANNELS[0],
  };
}

export interface Piece {
  text: string;
  /** None of what keeps to the voice. */
  finding: VoiceFinding | null;
}

/** The server counts characters, not units of UTF-16. What stands inside another finding is not marked a second time. */
export function marked(text: string, findings: VoiceFinding[]): Piece[] {
  const signs = [...text];
  const pieces: Piece[] = [];
  let at = 0;
  const plain = (until: number) => {
    if (until > at) pieces.push({ text: signs.slice(at, until).join(""), finding: null });
  };
  for (const finding of [...findings].sort((one, other) => one.at - other.at)) {
    if (finding.at < at) continue;
    plain(finding.at);
    at = finding.at + [...finding.found].length;
    pieces.push({ text: signs.slice(finding.at, at).join(""), finding });
  }
  plain(signs.length);
  return pieces;
}
