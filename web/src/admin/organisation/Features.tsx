import { Stack, Switch } from "@mantine/core";
import { useId } from "react";
import { useWords } from "../../i18n/language";
import classes from "./Organisation.module.css";
import { FEATURES, type Draft } from "./settings";
import { organisationWords } from "./words";

interface Props {
  value: Draft["features"];
  change: (features: Draft["features"]) => void;
}

export function Features({ value, change }: Props) {
  const words = useWords(organisationWords);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {words.features}
      </span>
      <Stack gap="sm" mt={8}>
        {FEATURES.map((feature) => (
          <Switch
            key={feature}
            label={words.featureNames[feature].label}
            description={words.featureNames[feature].text}
            checked={value[feature]}
            onChange={(event) => change({ ...value, [feature]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
    </div>
  );
}
