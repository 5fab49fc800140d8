import { defineWords } from "../i18n/words";

export const startWords = defineWords(
  {
    title: "First steps",
    intro: "What makes this house yours. In any order.",
    progress: (done: number, total: number) => `${done} of ${total} done`,
    allDone: "All done. You can add more at any time.",
    dismiss: "Hide first steps",
    isDone: "Done",
    steps: {
      documents: { title: "Your documents", text: "A price list, a manual, your rules: assistants read and quote them.", button: "Add documents" },
      model: { title: "Your model", text: "With a language model answers are written for each question, instead of quoted.", button: "Add a model" },
      business: { title: "Your business", text: "Services, hours and people, so that the front desk can take bookings.", button: "Set up" },
      people: { title: "Your people", text: "Whoever works with you gets an account and a role.", button: "Add people" },
    },
    more: "Also worth a look:",
    views: { organisation: "Organisation", assistants: "Assistants", mcp: "Tools of others", tenants: "Tenants" },
    noModel: "No language model: answers quote sentences of the documents instead of being written.",
    noModelButton: "Add one",
    noModelDismiss: "Hide this notice",
  },
  {
    title: "Primeros pasos",
    intro: "Lo que hace tuya esta casa. En el orden que quieras.",
    progress: (done, total) => `${done} de ${total} hechos`,
    allDone: "Todo hecho. Puedes añadir más cuando quieras.",
    dismiss: "Ocultar los primeros pasos",
    isDone: "Hecho",
    steps: {
      documents: { title: "Tus documentos", text: "Una lista de precios, un manual, tus normas: los asistentes los leen y los citan.", button: "Añadir documentos" },
      model: { title: "Tu modelo", text: "Con un modelo de lenguaje, cada respuesta se redacta en lugar de citarse.", button: "Añadir un modelo" },
      business: { title: "Tu negocio", text: "Servicios, horarios y equipo, para que la recepción pueda dar citas.", button: "Configurar" },
      people: { title: "Tu equipo", text: "Quien trabaja contigo tiene una cuenta y un rol.", button: "Añadir personas" },
    },
    more: "También merece una mirada:",
    views: { organisation: "Organización", assistants: "Asistentes", mcp: "Herramientas de otros", tenants: "Todas las organizaciones" },
    noModel: "Sin modelo de lenguaje: las respuestas citan frases de los documentos en lugar de redactarse.",
    noModelButton: "Añadir uno",
    noModelDismiss: "Ocultar este aviso",
  },
);
