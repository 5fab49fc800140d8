import { expect, test } from "vitest";
import { peopleOf } from "./people";

test("how many come is told apart from the rest of a note", () => {
  expect(peopleOf("4 personas; junto a la ventana")).toEqual({ people: "4", note: "junto a la ventana" });
  expect(peopleOf("1 person")).toEqual({ people: "1", note: "" });
  expect(peopleOf("2 chairs for children")).toEqual({ people: "", note: "2 chairs for children" });
  expect(peopleOf(null)).toEqual({ people: "", note: "" });
});
