/** Everything that can be done by a menu or a key, each once: menus, key bindings and the help page are made from this list. */

export interface Action {
  label: string | (() => string);
  keys?: string; // as shown, e.g. "Ctrl+Shift+Z"; further ones after a blank
  group: string; // heading in the help page
  run: () => void;
  enabled?: () => boolean;
  checked?: () => boolean;
}

/** The actions of one area, by name. */
export type ActionSet = Readonly<Record<string, Action>>;

/** All actions of the page; every area registers its own. */
export class Actions {
  private readonly byName = new Map<string, Action>();

  /** Adds the actions of an area. Names and keys are used once. */
  register(area: ActionSet): void {
    const taken = new Map([...this.byName].flatMap(([name, { keys }]) => chordsOf(keys).map((chord) => [chord, name])));
    for (const [name, action] of Object.entries(area)) {
      if (this.byName.has(name)) throw new Error(`two actions are called ${name}`);
      for (const chord of chordsOf(action.keys)) {
        if (taken.has(chord)) throw new Error(`${name} and ${taken.get(chord)} both have the key ${chord}`);
        taken.set(chord, name);
      }
      this.byName.set(name, action);
    }
  }

  get(name: string): Action {
    const action = this.byName.get(name);
    if (!action) throw new Error(`no action is called ${name}; there are ${[...this.byName.keys()].join(", ")}`);
    return action;
  }

  run(name: string): void {
    this.get(name).run();
  }

  all(): Iterable<[string, Action]> {
    return this.byName;
  }

  /** The action of a key press, if there is one that can be done now. */
  find(chord: string): Action | null {
    for (const action of this.byName.values()) {
      if (chordsOf(action.keys).includes(chord)) return isEnabled(action) ? action : null;
    }
    return null;
  }
}

export const labelOf = (action: Action): string => (typeof action.label === "string" ? action.label : action.label());
export const isEnabled = (action: Action): boolean => action.enabled?.() ?? true;
const chordsOf = (keys: string | undefined): string[] => keys?.split(" ") ?? [];

/** The key that menus and tooltips show. */
export const firstKey = (action: Action): string => chordsOf(action.keys)[0] ?? "";
