// Gamepads and sound as the files that the program reads and writes (src/platform/pads, src/platform/sound).

const PADS = 4, BUTTONS = 17, AXES = 4;

/** Reads as the state of all pads in f32; a write of four f32 (pad, milliseconds, weak, strong) shakes one. */
export const pads = {
  read() {
    const numbers = new Float32Array(PADS * (1 + BUTTONS + AXES));
    const all = navigator.getGamepads ? navigator.getGamepads() : [];
    for (let index = 0; index < PADS; index++) {
      const pad = all[index];
      // Without the standard mapping, the meaning of a button is unknown.
      if (!pad?.connected || pad.mapping !== "standard") continue;
      const at = index * (1 + BUTTONS + AXES);
      numbers[at] = 1;
      for (let button = 0; button < BUTTONS; button++) numbers[at + 1 + button] = pad.buttons[button]?.value ?? 0;
      for (let axis = 0; axis < AXES; axis++) numbers[at + 1 + BUTTONS + axis] = pad.axes[axis] ?? 0;
    }
    return new Uint8Array(numbers.buffer);
  },
  write(bytes) {
    const [index, duration, weakMagnitude, strongMagnitude] = new Float32Array(bytes.buffer);
    const motor = navigator.getGamepads?.()[index]?.vibrationActuator;
    motor?.playEffect?.("dual-rumble", { duration, weakMagnitude, strongMagnitude }).catch(() => {});
  },
};

/** Seconds of sound that are handed to the browser ahead of time. */
const AHEAD = 0.12;

/** Reads as the rate (f32) and the number of frames that are wanted (u32); a write plays frames of two f32. */
export class Sound {
  constructor(started) {
    this.context = undefined;
    this.end = 0;
    const begin = () => {
      // Browsers allow sound only after a key or click, or once a finger is lifted.
      this.context ??= window.AudioContext ? new AudioContext() : undefined;
      this.context?.resume().then(() => {
        started();
        for (const kind of kinds) window.removeEventListener(kind, begin, true);
      }, () => {});
    };
    const kinds = ["keydown", "pointerdown", "touchend"];
    for (const kind of kinds) window.addEventListener(kind, begin, true);
  }

  read() {
    const view = new DataView(new ArrayBuffer(8));
    if (this.context?.state === "running") {
      const { currentTime, sampleRate } = this.context;
      this.end = Math.max(this.end, currentTime);
      view.setFloat32(0, sampleRate, true);
      view.setUint32(4, Math.max(0, Math.ceil((currentTime + AHEAD - this.end) * sampleRate)), true);
    }
    return new Uint8Array(view.buffer);
  }

  write(bytes) {
    const samples = new Float32Array(bytes.buffer);
    const count = samples.length / 2;
    const buffer = this.context.createBuffer(2, count, this.context.sampleRate);
    for (const side of [0, 1]) {
      const channel = buffer.getChannelData(side);
      for (let index = 0; index < count; index++) channel[index] = samples[2 * index + side];
    }
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.context.destination);
    source.start(this.end);
    this.end += buffer.duration;
  }
}
