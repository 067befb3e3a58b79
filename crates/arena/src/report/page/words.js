// Every word of the page in both languages: [English, Chinese]. `{0}` stands for a value.
const WORDS = {
  match: ["Match", "对局赛"], sprt: ["Sequential test", "序贯检验"], ladder: ["Ladder", "天梯"], sweep: ["Sweep", "参数扫描"],
  connect4: ["Connect Four", "重力四子棋"], reversi: ["Reversi", "黑白棋"], nogo: ["NoGo", "不围棋"],
  against: ["{0} against {1}", "{0} 对 {1}"], players_of: ["{0} players", "{0} 名选手"], values_of: ["{0}: {1} values", "{0}：{1} 个取值"],
  games_played: ["{0} games", "{0} 局"], of_planned: ["{0} of {1} games", "{0} / {1} 局"],
  summary: ["In short", "概要"], cross: ["Cross table", "对战表"], ratings: ["Ratings", "等级分"], strength: ["Strength", "强弱"], plot: ["Score by value", "各取值得分"],
  movers: ["First and second mover", "先手与后手"], boards: ["By board size", "按棋盘大小"], openings: ["By opening", "按开局"],
  course_llr: ["The test, game by game", "检验过程"], course: ["The score, game by game", "得分过程"],
  times: ["Time per move", "每步用时"], faults: ["Faults", "犯规"], games: ["Games", "对局"], repeat: ["To repeat it", "如何重现"],
  stronger: ["{0} is stronger than {1}: {2} Elo, with 95 % between {3} and {4}.", "{0} 强于 {1}：Elo {2}，95% 区间 {3} 至 {4}。"],
  maybe: ["{0} scored better than {1}, but the games do not settle who is stronger: {2} Elo, with 95 % between {3} and {4}.", "{0} 得分高于 {1}，但局数还不足以断定谁强：Elo {2}，95% 区间 {3} 至 {4}。"],
  even: ["{0} and {1} scored the same; the true difference lies with 95 % between {3} and {4} Elo.", "{0} 与 {1} 得分相同；真实差距有 95% 在 Elo {3} 至 {4} 之间。"],
  none_yet: ["No pair of games is complete yet.", "还没有完成的对局对。"],
  accept_h1: ["H1 is accepted: {1} normalized Elo rather than {0} (LLR {2}).", "接受 H1：归一化 Elo 为 {1} 而非 {0}（LLR {2}）。"],
  accept_h0: ["H0 is accepted: {0} normalized Elo rather than {1} (LLR {2}).", "接受 H0：归一化 Elo 为 {0} 而非 {1}（LLR {2}）。"],
  continue: ["Undecided between {0} and {1} normalized Elo (LLR {2}): more games are needed.", "归一化 Elo {0} 与 {1} 之间尚无定论（LLR {2}）：需要更多对局。"],
  leader: ["{0} leads with {1} Elo (95 %: {2} to {3}), after {4} games each on average.", "{0} 领先：Elo {1}（95%：{2} 至 {3}），平均每人 {4} 局。"],
  best_value: ["Against {0}, {1} = {2} scored best: {3} (95 %: {4} to {5}).", "对 {0}，{1} = {2} 得分最高：{3}（95%：{4} 至 {5}）。"],
  anchored: ["Ratings are differences to {0}.", "等级分是与 {0} 的差。"], mean: ["Ratings are differences to the mean of all players.", "等级分是与全体均值的差。"],
  faults_found: ["{0} games were lost by a fault.", "{0} 局因犯规告负。"], no_faults: ["Nobody lost by a fault.", "没有人因犯规告负。"],
  interrupted: ["The run was stopped early; the figures are those of the games played so far.", "比赛提前停止；以下是已完成对局的数据。"],
  late: ["The judge itself was up to {0} ms late: the machine was too busy for this time control.", "裁判自身曾延迟达 {0} 毫秒：机器过忙，时限不可靠。"],
  score: ["Score", "得分"], elo: ["Elo (95 %)", "Elo（95%）"], nelo: ["Normalized Elo", "归一化 Elo"], los: ["Likelihood of superiority", "更强的可能性"], wdl: ["Won, drawn, lost", "胜 平 负"],
  player: ["Player", "选手"], rating: ["Rating", "等级分"], value: ["Value", "取值"], total: ["All", "合计"], opponent: ["Opponent", "对手"], meeting: ["Meeting", "对阵"],
  moving_first: ["moving first", "执先"], moving_second: ["moving second", "执后"], as_first: ["first", "先"], as_second: ["second", "后"], first_mover: ["First mover", "先手"], of_a: ["{0}", "{0}"], tested: ["tested player", "受试选手"],
  board: ["Board", "棋盘"], opening: ["Opening", "开局"], number: ["Games", "局数"], start: ["from the start", "从头开始"],
  pairs_note: ["Pairs by points 0, ½, 1, 1½, 2: {0}", "各对得分 0、½、1、1½、2 的对数：{0}"],
  after_games: ["games", "局数"], median: ["median", "中位"], p95: ["95 % within", "95% 以内"], longest: ["longest", "最长"], moves: ["moves", "步"], limit: ["limit", "时限"],
  fault_line: ["game {0}, move {1}", "第 {0} 局，第 {1} 步"], position: ["The board before the move", "该步之前的棋盘"], replay_it: ["Ask the bot once more", "让该程序重答这一步"], explain_it: ["Look into the position", "分析该局面"], copy: ["Copy", "复制"], copied: ["Copied", "已复制"], stderr_of: ["stderr of {0}", "{0} 的 stderr"], show_game: ["Show the game", "查看该局"],
  "not-started": ["not started", "无法启动"], "time-out": ["time-out", "超时"], crash: ["crash", "崩溃"], "early-exit": ["early exit", "提前退出"], memory: ["memory", "超内存"], output: ["output", "输出过多"], garbage: ["garbage", "无法解读"], illegal: ["illegal move", "违规着法"],
  all_players: ["all players", "所有选手"], all_results: ["all results", "所有结果"], first_won: ["first mover won", "先手胜"], second_won: ["second mover won", "后手胜"], drawn: ["drawn", "和棋"], by_fault: ["lost by a fault", "犯规局"],
  show: ["Show", "显示"], no_games: ["No game fits.", "没有符合的对局。"], shown_of: ["{0} of all {1} games can be replayed on this page; every game is in the record.", "本页可重放全部 {1} 局中的 {0} 局；全部对局都在记录文件里。"],
  won_by: ["{0} won by {1}", "{0} 胜 {1}"], won: ["{0} won", "{0} 胜"], a_draw: ["a draw", "和棋"], resigned: ["{0} resigned", "{0} 认输"], faulted: ["{0}: {1}", "{0}：{1}"],
  move_of: ["Move {0} of {1}", "第 {0} / {1} 步"], at_start: ["Start", "开始"], evaluation: ["Evaluation of both sides, seen by the first mover", "双方评估（先手视角）"], move_time: ["Time per move", "每步用时"], no_values: ["Neither side told its evaluation.", "双方都没有给出评估。"],
  begin: ["To the start", "到开头"], back: ["Back", "后退"], forward: ["Forward", "前进"], end: ["To the end", "到结尾"], play: ["Play", "播放"], pause: ["Pause", "暂停"], pass: ["pass", "停一手"], opening_moves: ["{0} opening moves", "开局 {0} 步"],
  command: ["Command", "命令"], version: ["Version", "版本"], boards_openings: ["Boards and openings", "棋盘与开局"], time_control: ["Time", "时间"], per_move: ["{0} a move", "每步 {0}"], clock: ["{0} on the clock, {1} added after every move", "共 {0}，每步加 {1}"], visits: ["Simulations a move", "每步模拟次数"], own_limits: ["set by each player", "由选手自定"], memory_limit: ["Memory of a foreign bot", "外部程序内存"], seed: ["Seed", "种子"], concurrency: ["Games at once", "并行局数"], machine: ["Machine", "机器"], processors: ["{0} processors", "{0} 个处理器"], date: ["Started", "开始时间"], record: ["Record", "记录文件"], players: ["Players", "选手"], test: ["Test", "检验"], test_words: ["H0: {0}, H1: {1} normalized Elo; LLR bounds {2} and {3}", "H0：{0}，H1：{1}（归一化 Elo）；LLR 界 {2} 与 {3}"], judge: ["Longest delay of the judge", "裁判最大延迟"],
  previous: ["Previous", "上一页"], next: ["Next", "下一页"], page_of: ["{0} – {1} of {2}", "{0} – {1} / {2}"],
};
let lang = "en";
const tell = (key, ...values) => WORDS[key][lang === "zh" ? 1 : 0].replace(/\{(\d)\}/g, (_, index) => values[index]);
const signed = number => number === null || number === undefined ? "∞" : (number > 0 ? "+" : number < 0 ? "−" : "±") + Math.abs(number).toFixed(Math.abs(number) < 10 ? 1 : 0);
// Ends of an interval may be infinite, which JSON writes as null: the sign follows from the end.
const low = number => number === null ? "−∞" : signed(number);
const high = number => number === null ? "+∞" : signed(number);
const percent = (share, digits = 1) => (100 * share).toFixed(digits) + " %";
const milliseconds = ms => ms === null ? "–" : ms >= 10000 ? (ms / 1000).toFixed(0) + " s" : ms >= 1000 ? (ms / 1000).toFixed(1) + " s" : ms >= 10 ? ms.toFixed(0) + " ms" : ms < 0.1 ? "< 0.1 ms" : ms.toFixed(1) + " ms";
