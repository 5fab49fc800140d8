import { Button, FileButton, Text } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { usePicture } from "../../api/queries";
import { useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { useDropPlace } from "../../parts/useDropPlace";
import { faultOf, PICTURES } from "./logo";
import classes from "./Organisation.module.css";
import { useChangeLogo } from "./useSettings";
import { organisationWords } from "./words";

/** Changed at once, not with the form: a picture is seen, or it is not there. */
export function LogoField({ logo }: { logo: string | null }) {
  const words = useWords(organisationWords);
  const told = useProblemText();
  const id = useId();
  const [fault, setFault] = useState<"kind" | "size" | null>(null);
  const resetFile = useRef<() => void>(null);
  const picture = usePicture(logo);
  const changing = useChangeLogo();
  const put = (file: File | null | undefined) => {
    resetFile.current?.();
    if (!file) return;
    changing.reset();
    const found = faultOf(file);
    setFault(found);
    if (!found) changing.mutate(file, { onSuccess: () => toast(words.logoSaved) });
  };
  const remove = () => {
    setFault(null);
    changing.mutate(null, { onSuccess: () => toast(words.logoRemoved) });
  };
  const [isOver, place] = useDropPlace(([file]) => put(file));
  const problem = fault ? words.logoFaults[fault] : changing.error ? told(changing.error) : null;
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {words.logo}
      </span>
      <p className={classes.hint}>{words.logoHint}</p>
      <div className={classes.logo} data-over={isOver || undefined} {...place}>
        <span className={classes.picture}>{picture ? <img src={picture} width={64} height={64} alt={words.logoAlt} /> : <IconPhoto size={26} stroke={1.5} aria-label={words.noLogo} role="img" />}</span>
        <div className={classes.acts}>
          <FileButton accept={PICTURES.join(",")} resetRef={resetFile} onChange={put}>
            {(props) => (
              <Button {...props} variant="default" loading={changing.isPending}>
                {logo ? words.otherLogo : words.chooseLogo}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button variant="default" disabled={changing.isPending} onClick={remove}>
              {words.removeLogo}
            </Button>
          )}
          <span className={classes.aside}>{words.dropLogo}</span>
        </div>
      </div>
      {problem && (
        <Text role="alert" c="red" size="sm" mt={6}>
          {problem}
        </Text>
      )}
    </div>
  );
}
