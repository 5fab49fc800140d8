// On a phone the side comes out when asked.
import "../theme/more.css";
import { Drawer } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useWords } from "../i18n/language";
import { partsWords } from "../parts/words";
import { Side } from "../shell/Side";
import classes from "./ChatHead.module.css";
import { chatWords } from "./words";

interface Props {
  isOpen: boolean;
  onReady: () => void;
  close: () => void;
  onSearch: () => void;
}

export default function SideDrawer({ isOpen, onReady, close, onSearch }: Props) {
  const words = useWords(chatWords);
  const parts = useWords(partsWords);
  const ready = useRef(onReady);
  useEffect(() => ready.current(), []);
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      size={300}
      withCloseButton={false}
      attributes={{ content: { "aria-label": words.openSessions } }}
      classNames={{ body: classes.drawer ?? "" }}
      closeButtonProps={{ "aria-label": parts.close }}
    >
      <Side onSearch={onSearch} afterChoice={close} />
    </Drawer>
  );
}
