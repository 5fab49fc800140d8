// What the business says of itself: a list for each part, and an editor for one of them.
import { Button, SegmentedControl } from "@mantine/core";
import { IconDownload, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { get } from "../../api/client";
import { save } from "../../api/download";
import { useLanguage, useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { useAddress } from "../../parts/useAddress";
import { useMay } from "../../shell/account";
import desk from "../Desk.module.css";
import { money } from "../money";
import { SECTIONS, type Both, type Catalogue, type FactTopic, type Piece, type Section, type ServiceValue } from "../types";
import { deskWords } from "../words";
import { Editor } from "./Editor";

interface Opened {
  section: Section;
  /** None for something new. */
  piece: Piece | null;
}

export function BusinessView({ catalogue }: { catalogue: Catalogue }) {
  const words = useWords(deskWords);
  const told = useProblemText();
  const may = useMay();
  const { language } = useLanguage();
  const [read, write] = useAddress();
  const [opened, setOpened] = useState<Opened | null>(null);
  const section = SECTIONS.find((one) => one === read("part")) ?? "services";
  const pieces: Piece[] = section === "business" ? [catalogue.business as unknown as Piece] : (catalogue[section] as unknown as Piece[]);
  const { currency } = catalogue.business.value;
  const textOf = (text: unknown) => {
    if (typeof text === "string") return text;
    const both = text as Both | undefined;
    return both ? (language === "en" ? (both.en ?? both.es) : both.es) : "";
  };
  const titleOf = (piece: Piece) => {
    const topic = words.factTopics[piece.value.topic as FactTopic] as string | undefined;
    if (topic === undefined) return textOf(piece.value.name ?? piece.value.title) || piece.id;
    const branch = catalogue.branches.find((one) => one.id === piece.value.branch);
    return branch ? `${topic} (${textOf(branch.value.name)})` : topic;
  };

  function hintOf(piece: Piece): string {
    const { value } = piece;
    if (section === "services") {
      const service = value as unknown as ServiceValue;
      const price = service.price !== undefined ? money(service.price, currency, language) : `${money(service.price_min ?? "0", currency, language)} – ${money(service.price_max ?? "0", currency, language)}`;
      return `${textOf(service.category)} · ${service.minutes} min · ${price}`;
    }
    if (section === "menu") {
      const state = value.available === false ? words.soldOut : piece.left === undefined || piece.left === null ? "" : words.left(piece.left);
      return [textOf(value.category), money(String(value.price), currency, language), state].filter(Boolean).join(" · ");
    }
    if (section === "staff") return [textOf(value.role), textOf(value.specialty), (value.branches as string[]).map((id) => textOf(catalogue.branches.find((one) => one.id === id)?.value.name)).join(", ")].filter(Boolean).join(" · ");
    if (section === "branches") return [value.address, value.city].filter(Boolean).join(", ");
    if (section === "policies") return textOf(value.short ?? value.full);
    if (section === "facts") return [(value.names as string[] | undefined)?.join(", "), textOf(value.text)].filter(Boolean).join(" · ");
    return String(value.currency);
  }

  async function download() {
    try {
      const files = await get<{ business: string; menu?: string | null }>("/api/desk/files");
      save(new Blob([files.business], { type: "application/toml" }), "business.toml");
      if (files.menu) save(new Blob([files.menu], { type: "text/csv" }), "menu.csv");
    } catch (error) {
      toast(told(error), "problem");
    }
  }

  return (
    <>
      <div className={desk.toolbar}>
        <div className={desk.sections}>
          <SegmentedControl withItemsBorders={false} aria-label={words.business} value={section} onChange={(value) => write({ part: value })} data={SECTIONS.map((value) => ({ value, label: words.sections[value] }))} />
        </div>
        <span className={desk.space} />
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconDownload size={15} />} onClick={() => void download()}>
          {words.export}
        </Button>
        {may("desk:work") && section !== "business" && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ section, piece: null })}>
            {words.add}
          </Button>
        )}
      </div>
      {pieces.length === 0 && <p className={desk.soft}>{words.none}</p>}
      <ul className={desk.lines} aria-label={words.sections[section]}>
        {pieces.map((piece) => (
          <li key={piece.id}>
            <div className={desk.grow}>
              {may("desk:work") ? (
                <button type="button" className={desk.link} onClick={() => setOpened({ section, piece })}>
                  {titleOf(piece)}
                </button>
              ) : (
                <strong>{titleOf(piece)}</strong>
              )}
              <div className={desk.soft}>{hintOf(piece)}</div>
            </div>
          </li>
        ))}
      </ul>
      {opened && <Editor key={`${opened.section} ${opened.piece?.id}`} catalogue={catalogue} section={opened.section} piece={opened.piece} title={opened.piece ? titleOf(opened.piece) : words.add} close={() => setOpened(null)} />}
    </>
  );
}
