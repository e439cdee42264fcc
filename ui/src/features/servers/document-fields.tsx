// Fields of an OpenAPI document: where it is, which operations become tools, and where and with what they are called.
import { useRef } from "react";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Input, Labelled } from "../../kit/field";
import { PathField } from "../../shared/path-field";
import { ClientFields } from "./client-fields";
import { SecretNotice } from "./secret-notice";
import type { FieldsProps } from "./server-form";
import { strings } from "./strings";
import { Suggestions } from "./suggestions";
import { VariableRows } from "./variable-rows";
import styles from "./server-form.module.css";

const text = strings.form;
const { placeholders } = text;
const { suggestions } = strings;

export function DocumentFields({ draft, editing, operationChoice, set }: FieldsProps) {
  const baseUrl = useRef<HTMLInputElement>(null);
  const { document } = operationChoice;
  return (
    <>
      <PathField
        label={text.openApi.label}
        note={text.openApi.note}
        placeholder={placeholders.openApi}
        testId="openapi-location"
        value={draft.location}
        onChange={(location) => set({ location })}
        choose={() => backend.chooseFile()}
      />
      <Labelled label={text.operations.label} note={text.operations.note}>
        {(field) => (
          <div className={styles.terms}>
            <Button
              ref={operationChoice.button}
              data-testid="choose-operations"
              disabled={draft.location.trim() === ""}
              onClick={operationChoice.open}
            >
              {strings.operations.open}
            </Button>
            <Input
              id={field}
              data-testid="operations"
              mono
              placeholder={placeholders.operations}
              value={draft.operations}
              onChange={(event) => set({ operations: event.target.value })}
            />
          </div>
        )}
      </Labelled>
      <Labelled label={text.baseUrl.label} note={text.baseUrl.note}>
        {(field) => (
          <>
            <Input
              id={field}
              ref={baseUrl}
              data-testid="base-url"
              mono
              placeholder={placeholders.baseUrl}
              value={draft.baseUrl}
              onChange={(event) => set({ baseUrl: event.target.value })}
            />
            {draft.baseUrl.trim() === "" ? (
              <Suggestions
                title={suggestions.baseUrls}
                values={document?.baseUrls ?? []}
                labelOf={suggestions.useBaseUrl}
                onUse={(url) => {
                  set({ baseUrl: url });
                  baseUrl.current?.focus();
                }}
              />
            ) : null}
          </>
        )}
      </Labelled>
      {draft.baseUrl.trim() === "" ? null : (
        <>
          <VariableRows
            title={text.credentials.title}
            note={text.credentials.note}
            noun={text.credentials.noun}
            placeholder={placeholders.credential}
            rows={draft.credentials}
            secretOnly
            suggested={document?.securitySchemes ?? []}
            onChange={(credentials) => set({ credentials })}
          />
          <Labelled label={text.tokenUrl.label} note={text.tokenUrl.note}>
            {(field) => (
              <Input
                id={field}
                data-testid="token-url"
                mono
                placeholder={placeholders.tokenUrl}
                value={draft.tokenUrl}
                onChange={(event) => set({ tokenUrl: event.target.value })}
              />
            )}
          </Labelled>
          <ClientFields draft={draft} editing={editing} note={text.clientId.apiNote} set={set} />
          <SecretNotice />
        </>
      )}
    </>
  );
}
