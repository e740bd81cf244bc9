/** Lists whose rows stay: a row is made when its item comes, updated when the item changes, and removed with it. */

import { equal } from "../state/equal";
import { batch, type Dispose, owned, type Readable, type Signal, signal } from "../state/signals";

interface Row<T> {
  element: Element;
  item: Signal<T>;
  dispose: Dispose;
}

/** Shows items as rows of a list, one for each key. `make` gets its item as a signal; effects that it makes end with the row. */
export class KeyedRows<K, T> {
  private readonly rows = new Map<K, Row<T>>();

  constructor(
    private readonly list: Element,
    private readonly make: (item: Readable<T>, key: K) => Element,
  ) {}

  /** Brings the rows in line with the items, in their order. Rows that stay keep their element, and with it the focus. */
  show(items: Iterable<readonly [K, T]>): void {
    const wanted = new Map(items);
    for (const [key, { element, dispose }] of this.rows) {
      if (wanted.has(key)) continue;
      dispose();
      element.remove();
      this.rows.delete(key);
    }
    batch(() => {
      let next = this.list.firstElementChild;
      for (const [key, value] of wanted) {
        const row = this.rows.get(key) ?? this.newRow(key, value);
        row.item.value = value;
        if (row.element === next) next = next.nextElementSibling;
        else this.list.insertBefore(row.element, next);
      }
    });
  }

  private newRow(key: K, value: T): Row<T> {
    const item = signal(value, equal);
    const [element, dispose] = owned(() => this.make(item, key));
    const row = { element, item, dispose };
    this.rows.set(key, row);
    return row;
  }
}
