export type Language = "es" | "en";

export const WORDS = {
  en: {
    greeting: "Hello! How can we help you?",
    message: "Write a message",
    send: "Send",
    close: "Close chat",
    again: "Try again",
    failed: "This was not sent.",
    typing: "is writing…",
    lost: "No connection; trying again…",
    gone: "This chat is closed at the moment.",
    fresh: "New conversation",
    person: "A person of our team answers you now.",
    trouble: "That did not work. Please write it once more.",
    log: "Conversation",
  },
  es: {
    greeting: "¡Hola! ¿En qué podemos ayudarle?",
    message: "Escriba un mensaje",
    send: "Enviar",
    close: "Cerrar el chat",
    again: "Reintentar",
    failed: "No se ha enviado.",
    typing: "está escribiendo…",
    lost: "Sin conexión; reintentando…",
    gone: "Este chat está cerrado en este momento.",
    fresh: "Conversación nueva",
    person: "Ahora le responde una persona de nuestro equipo.",
    trouble: "No ha funcionado. Escríbalo otra vez, por favor.",
    log: "Conversación",
  },
} as const;

export function languageOf(search: string, browser: string): Language {
  const asked = new URLSearchParams(search).get("language") ?? browser;
  return asked.toLowerCase().startsWith("es") ? "es" : "en";
}
