/** A connection that sends texts and receives texts and numbers. */

export interface Socket {
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  closed(): void;
  received(data: string | ArrayBuffer): void;
}

export type OpenSocket = (events: SocketEvents) => Socket;

/** Opens web sockets to an address. */
export const webSocket =
  (address: string): OpenSocket =>
  (events) => {
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => events.opened();
    socket.onclose = () => events.closed(); // also after an error
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => events.received(event.data);
    return {
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  };
