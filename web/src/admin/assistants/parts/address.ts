// The form of address in Spanish, as a choice. Not among the words of the page, which itself says tú and nothing else.
import { defineWords } from "../../../i18n/words";

export const addressWords = defineWords(
  {
    address: "How it addresses people in Spanish",
    forms: { usual: "As the organisation says", tu: "Tú", usted: "Usted" },
  },
  {
    address: "Cómo trata a la gente en español",
    forms: { usual: "Como diga la organización", tu: "De tú", usted: "De usted" },
  },
);
