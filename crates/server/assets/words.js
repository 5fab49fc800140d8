// Every text of the page, in the two languages that are first-class everywhere.
const WORDS = {
  en: {
    doorIntro: "Sign in to talk to your assistants.", email: "Email", password: "Password", signIn: "Sign in", signOut: "Sign out",
    firstTime: "First time here? Open the owner link that “conserje serve” printed.", health: "Health",
    newChat: "New chat", untitled: "New chat", message: "Message", placeholder: "Write a message…", send: "Send", stop: "Stop",
    empty: "What can I do for you?", sessions: "Chats", noSessions: "No chats yet", menu: "Chats",
    thinking: "Thinking", arguments: "Arguments", result: "Result", running: "running…",
    approve: "Approve", reject: "Reject", expiresIn: "Expires in {0}", expired: "Time is up",
    approved: "Approved", rejected: "Rejected", cancelled: "Cancelled", refused: "This was refused: {0}", handoff: "{0} hands over to {1}",
    erased: "Erased", remembered: "Remembered: {0}", reconnecting: "Connection lost. Reconnecting…", gone: "This chat is not there any more.",
    unreachable: "The server cannot be reached. Try again.", language: "ES", otherLanguage: "Español",
  },
  es: {
    doorIntro: "Inicie sesión para hablar con sus asistentes.", email: "Correo", password: "Contraseña", signIn: "Iniciar sesión", signOut: "Salir",
    firstTime: "¿Primera vez? Abra el enlace de propietario que mostró «conserje serve».", health: "Estado",
    newChat: "Nuevo chat", untitled: "Nuevo chat", message: "Mensaje", placeholder: "Escriba un mensaje…", send: "Enviar", stop: "Parar",
    empty: "¿En qué puedo ayudar?", sessions: "Chats", noSessions: "Aún no hay chats", menu: "Chats",
    thinking: "Pensamiento", arguments: "Argumentos", result: "Resultado", running: "en curso…",
    approve: "Aprobar", reject: "Rechazar", expiresIn: "Caduca en {0}", expired: "Se acabó el tiempo",
    approved: "Aprobado", rejected: "Rechazado", cancelled: "Cancelado", refused: "Esto se rechazó: {0}", handoff: "{0} pasa el turno a {1}",
    erased: "Borrado", remembered: "Recordado: {0}", reconnecting: "Se perdió la conexión. Reconectando…", gone: "Este chat ya no existe.",
    unreachable: "No se puede llegar al servidor. Inténtelo de nuevo.", language: "EN", otherLanguage: "English",
  },
};

let language = localStorage.getItem("language") ?? (navigator.language.toLowerCase().startsWith("es") ? "es" : "en");

export const currentLanguage = () => language;

export function word(name, ...values) {
  return WORDS[language][name].replace(/\{(\d)\}/g, (_, index) => values[index]);
}

export function switchLanguage() {
  language = language === "es" ? "en" : "es";
  localStorage.setItem("language", language);
}

/** Fills in every element that names its word. */
export function fillWords() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
}
