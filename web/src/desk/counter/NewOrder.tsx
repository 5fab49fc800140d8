// An order on the telephone or at the counter: the menu by category, how many, and what it comes to.
import { ActionIcon, Button, Modal, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconMinus, IconPlus, IconSearch } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { post } from "../../api/client";
import { newId } from "../../api/id";
import { useLanguage, useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { partsWords } from "../../parts/words";
import { nowIn } from "../calendar/layout";
import desk from "../Desk.module.css";
import { money } from "../money";
import type { Both, Catalogue, Order } from "../types";
import { useTellDone } from "../useUndo";
import { deskWords } from "../words";
import { canBeHad, countOf, leftOf, put, totalOf, type Basket, type Dish } from "./basket";
import classes from "./Counter.module.css";
import { isSaid, NOBODY, whomOf } from "./said";
import { Whom } from "./Whom";

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function NewOrder({ catalogue, close }: { catalogue: Catalogue; close: () => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const { language } = useLanguage();
  const told = useProblemText();
  const tellDone = useTellDone();
  // Sent again after a broken connection, it is the same order.
  const key = useRef(newId());
  const nameOf = (name: Both) => (language === "en" ? (name.en ?? name.es) : name.es);
  const [said, say] = useState(NOBODY);
  const [basket, setBasket] = useState<Basket>({});
  const [find, setFind] = useState("");
  const [kind, setKind] = useState("pickup");
  const [branch, setBranch] = useState(catalogue.branches[0]?.id ?? "");
  const [address, setAddress] = useState("");
  const [when, setWhen] = useState("soon");
  const today = nowIn(catalogue.branches.find((one) => one.id === branch)?.value.time_zone ?? "UTC").date;
  const [time, setTime] = useState("");
  const currency = catalogue.business.value.currency;
  const ordering = useMutation({
    mutationFn: () =>
      post<{ order: Order; change: string }>(
        "/api/desk/orders",
        {
          ...whomOf(said),
          items: Object.entries(basket).map(([itemId, line]) => ({ itemId, quantity: line.quantity, ...(line.notes.trim() ? { notes: line.notes.trim() } : {}) })),
          kind,
          branchId: branch,
          ...(kind === "delivery" ? { address: address.trim() } : {}),
          ...(when === "time" ? { time: `${today}T${time}` } : {}),
        },
        { idempotencyKey: key.current },
      ),
    onSuccess: (done) => {
      tellDone(words.counter.ordered, done.change);
      close();
    },
    // Another attempt asks for something else.
    onError: () => (key.current = newId()),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    ordering.mutate();
  }
  const shown = catalogue.menu.filter((dish) => folded(nameOf(dish.value.name)).includes(folded(find)));
  const categories = [...new Set(shown.map((dish) => nameOf(dish.value.category)))];
  const isComplete = isSaid(said) && countOf(basket) > 0 && (kind !== "delivery" || address.trim() !== "") && (when !== "time" || time !== "");
  return (
    <Modal opened onClose={close} size="xl" title={words.counter.newOrder} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Whom said={said} say={say} />
          <TextInput leftSection={<IconSearch size={15} />} aria-label={words.counter.findDish} placeholder={words.counter.findDish} value={find} onChange={(event) => setFind(event.currentTarget.value)} />
          <div className={classes.menu} role="region" aria-label={words.counter.menu} tabIndex={0}>
            {shown.length === 0 && <p className={desk.soft}>{words.counter.noDish}</p>}
            {categories.map((category) => (
              <section key={category} aria-label={category}>
                <h3 className={classes.category}>{category}</h3>
                <ul className={desk.lines}>
                  {shown
                    .filter((dish) => nameOf(dish.value.category) === category)
                    .map((dish) => (
                      <DishLine key={dish.id} dish={dish} name={nameOf(dish.value.name)} price={money(dish.value.price, currency, language)} basket={basket} set={setBasket} />
                    ))}
                </ul>
              </section>
            ))}
          </div>
          <div className={desk.pair}>
            <SegmentedControl
              aria-label={words.counter.newOrder}
              value={kind}
              onChange={setKind}
              data={[
                { value: "pickup", label: words.pickup },
                { value: "delivery", label: words.delivery },
              ]}
            />
            <SegmentedControl
              aria-label={words.counter.when}
              value={when}
              onChange={setWhen}
              data={[
                { value: "soon", label: words.counter.soon },
                { value: "time", label: words.counter.atTime },
              ]}
            />
          </div>
          <div className={desk.pair}>
            {kind === "delivery" && <TextInput label={words.counter.address} required withAsterisk={false} maxLength={300} value={address} onChange={(event) => setAddress(event.currentTarget.value)} />}
            {when === "time" && <TextInput type="time" label={words.time} required withAsterisk={false} value={time} onChange={(event) => setTime(event.currentTarget.value)} />}
            {catalogue.branches.length > 1 && (
              <Select label={words.branch} allowDeselect={false} value={branch} onChange={(value) => setBranch(value ?? branch)} data={catalogue.branches.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />
            )}
          </div>
          {ordering.error && (
            <Text role="alert" c="red">
              {told(ordering.error)}
            </Text>
          )}
          <div className={classes.sum}>
            <span aria-live="polite">
              {words.counter.howMany(countOf(basket))} · <strong className={desk.number}>{money(totalOf(basket, catalogue.menu), currency, language)}</strong>
            </span>
            <Button type="submit" disabled={!isComplete} loading={ordering.isPending}>
              {words.counter.placeOrder}
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}

function DishLine({ dish, name, price, basket, set }: { dish: Dish; name: string; price: string; basket: Basket; set: (basket: Basket) => void }) {
  const words = useWords(deskWords);
  const line = basket[dish.id];
  const left = leftOf(dish);
  return (
    <li>
      <span className={classes.dish}>
        {name}
        <span className={desk.soft}>{[price, canBeHad(dish) ? left !== null && words.left(left) : words.soldOut].filter(Boolean).join(" · ")}</span>
      </span>
      <span className={classes.quantity}>
        <ActionIcon variant="default" size="lg" aria-label={words.counter.less(name)} disabled={!line} onClick={() => set(put(basket, dish, -1))}>
          <IconMinus size={16} />
        </ActionIcon>
        <output className={desk.number}>{line?.quantity ?? 0}</output>
        <ActionIcon variant="default" size="lg" aria-label={words.counter.more(name)} disabled={!canBeHad(dish) || line?.quantity === left} onClick={() => set(put(basket, dish, 1))}>
          <IconPlus size={16} />
        </ActionIcon>
      </span>
      {line && (
        <TextInput
          className={classes.note ?? ""}
          size="xs"
          aria-label={words.counter.dishNotes(name)}
          placeholder={words.notes}
          maxLength={500}
          value={line.notes}
          onChange={(event) => set({ ...basket, [dish.id]: { ...line, notes: event.currentTarget.value } })}
        />
      )}
    </li>
  );
}
