// A client over the types that Modelina has generated, which stand before this text. The frames of one framing come
// after it: SAY, TYPING, and what they need of the answers.

declare const WebSocket: any;
declare const process: { argv: string[]; exit(code: number): void };
declare const console: { log(...words: unknown[]): void };

interface Frames {
  readonly say: TalkApiSay;
  readonly typing: TalkApiTyping;
  text(heard: TalkApiHeard): string;
  room(answer: TalkApiSayReply): string;
  question(ask: TalkApiAsk): string;
  answer(ask: TalkApiAsk): TalkApiAskReply;
}

function talk(frames: Frames): void {
  const socket = new WebSocket(process.argv[2]);
  const told: string[] = [];
  const steps: ((frame: any) => void)[] = [
    (heard: TalkApiHeard) => told.push(frames.text(heard)),
    (answer: TalkApiSayReply) => {
      told.push(frames.room(answer));
      socket.send(JSON.stringify(frames.typing));
    },
    (ask: TalkApiAsk) => {
      told.push(frames.question(ask));
      socket.send(JSON.stringify(frames.answer(ask)));
    },
    (heard: TalkApiHeard) => {
      told.push(frames.text(heard));
      console.log(JSON.stringify(told));
      socket.close();
    },
  ];
  socket.addEventListener("open", () => socket.send(JSON.stringify(frames.say)));
  socket.addEventListener("message", ({ data }: { data: string }) => steps.shift()?.(JSON.parse(data)));
  socket.addEventListener("close", () => process.exit(steps.length));
}
