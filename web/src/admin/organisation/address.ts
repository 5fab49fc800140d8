// How people can be addressed in Spanish. Not among the words of the page, which itself says tú and nothing else.
import { defineWords } from "../../i18n/words";
import type { Form } from "./settings";

interface FormWords {
  label: string;
  text: string;
}

interface Forms {
  forms: Record<Form, FormWords>;
  toMembers: string;
  toGuests: string;
  toAll: string;
}

export const formWords = defineWords<Forms>(
  {
    forms: {
      each: { label: "Colleagues with tú, customers with usted", text: "What most businesses do." },
      tu: { label: "Everybody with tú", text: "Close and informal, also with customers." },
      usted: { label: "Everybody with usted", text: "Formal, also among colleagues." },
    },
    toMembers: "To colleagues",
    toGuests: "To customers",
    toAll: "To everybody",
  },
  {
    forms: {
      each: { label: "De tú al equipo, de usted a los clientes", text: "Lo que hace la mayoría." },
      tu: { label: "De tú a todo el mundo", text: "Cercano, también con los clientes." },
      usted: { label: "De usted a todo el mundo", text: "Formal, también entre compañeros." },
    },
    toMembers: "Al equipo",
    toGuests: "A los clientes",
    toAll: "A todo el mundo",
  },
);
