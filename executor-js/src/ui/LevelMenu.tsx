import { defineComponent, nextTick, ref, watch } from "vue";
import type { AuthorizationLevel } from "../page/types.js";
import { FullConsent } from "./FullConsent.jsx";
import { TrustedButton } from "./TrustedButton.jsx";
import { useArming } from "./arming.js";
import { CheckIcon, DownIcon, ShieldIcon } from "./icons.jsx";
import type { UiProps } from "./ui.js";

const LEVELS = ["per_action", "task", "full"] as const;

/** Shows the authorization level; opens the choice of another, and the way to take everything back. */
export const LevelMenu = defineComponent<UiProps>(
  ({ ui }) => {
    const { state } = ui.store;
    const texts = ui.texts.level;
    const open = ref<"menu" | "full">();
    const element = ref<HTMLElement>();
    const button = (): HTMLElement | null | undefined =>
      element.value?.querySelector<HTMLElement>(".level-button");

    const close = (): void => {
      open.value = undefined;
      void nextTick(() => button()?.focus({ preventScroll: true }));
    };
    const choose = (level: AuthorizationLevel): void => {
      if (level === "full" && state.level !== "full") {
        open.value = "full";
      } else {
        ui.act.authority.choose(level);
        close();
      }
    };
    const keydown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.isComposing && open.value !== undefined) {
        event.preventDefault(); // or the panel would close as well
        close();
      }
    };
    const left = (event: FocusEvent): void => {
      const to = event.relatedTarget;
      if (to instanceof Node && element.value?.contains(to) === false) {
        open.value = undefined;
      }
    };
    return () => (
      <div ref={element} class="level" onKeydown={keydown} onFocusout={left}>
        <button
          type="button"
          class={`level-button is-${state.level}`}
          aria-haspopup="menu"
          aria-expanded={open.value === "menu"}
          onClick={() => (open.value = open.value === undefined ? "menu" : undefined)}
        >
          <ShieldIcon />
          <span>{texts.button(texts.name[state.level])}</span>
          <DownIcon />
        </button>
        {open.value === "menu" ? (
          <Menu
            ui={ui}
            onChoose={choose}
            onRevoke={() => {
              ui.act.authority.revoke();
              close();
            }}
          />
        ) : open.value === "full" ? (
          <FullConsent
            ui={ui}
            onAccept={() => {
              ui.act.authority.choose("full");
              close();
            }}
            onCancel={close}
          />
        ) : null}
      </div>
    );
  },
  { props: ["ui"] },
);

interface MenuProps extends UiProps {
  readonly onChoose: (level: AuthorizationLevel) => void;
  readonly onRevoke: () => void;
}

const Menu = defineComponent<MenuProps>(
  ({ ui, onChoose, onRevoke }) => {
    const { state } = ui.store;
    const texts = ui.texts.level;
    const element = ref<HTMLElement>();
    const { armed } = useArming(ui, element);
    const items = (): HTMLElement[] => [...(element.value?.querySelectorAll<HTMLElement>("button") ?? [])];
    watch(
      element,
      () => element.value?.querySelector<HTMLElement>("[aria-checked=true]")?.focus({ preventScroll: true }),
      { flush: "post" },
    );
    const keydown = (event: KeyboardEvent): void => {
      const all = items();
      const at = all.findIndex((item) => item.matches(":focus"));
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        all[to % all.length]?.focus({ preventScroll: true });
      }
    };
    return () => (
      <div ref={element} class="menu" role="menu" aria-label={texts.menu} onKeydown={keydown}>
        {LEVELS.map((level) => (
          <TrustedButton
            key={level}
            look="none"
            armed={armed.value || level === "per_action"}
            attrs={{
              class: "menu-item",
              role: "menuitemradio",
              "aria-checked": state.level === level,
              tabindex: state.level === level ? 0 : -1,
            }}
            onPress={() => onChoose(level)}
          >
            <span class="menu-check" aria-hidden="true">
              {state.level === level ? <CheckIcon /> : null}
            </span>
            <span class="menu-text">
              <strong>{texts.name[level]}</strong>
              <small>{texts.about[level]}</small>
              {level === "full" && state.level === "full" && state.kept === false ? (
                <small>{texts.notKept}</small>
              ) : null}
            </span>
          </TrustedButton>
        ))}
        {state.level === "per_action" ? null : (
          <TrustedButton
            look="none"
            attrs={{ class: "menu-item is-revoke", role: "menuitem", tabindex: -1 }}
            onPress={onRevoke}
          >
            <span class="menu-text">
              <strong>{texts.revoke}</strong>
            </span>
          </TrustedButton>
        )}
      </div>
    );
  },
  { props: ["ui", "onChoose", "onRevoke"] },
);
