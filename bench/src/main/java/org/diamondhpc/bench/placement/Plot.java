package org.diamondhpc.bench.placement;

import java.util.List;
import java.util.Locale;

/** Mean additional completion time of each policy with its interval, on a logarithmic scale, as SVG. */
final class Plot {
    private static final int ROW = 22;
    private static final int LEFT = 170;
    private static final int WIDTH = 560;
    private static final int TOP = 60;
    private static final int DECADES = 6;

    private Plot() {
    }

    static String of(String title, List<Score> scores) {
        StringBuilder svg = new StringBuilder();
        int height = TOP + scores.size() * ROW + 50;
        line(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                + " font-size=\"12\">", LEFT + WIDTH + 90, height);
        line(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        line(svg, "<text x=\"10\" y=\"22\" font-size=\"15\">%s</text>", escaped(title));
        line(svg, "<text x=\"10\" y=\"40\" fill=\"#555\">mean seconds later than at the fastest site, 95 percent of"
                + " bootstrapped means</text>");
        for (int decade = 0; decade <= DECADES; decade++) {
            double x = x(Math.pow(10, decade) - 1);
            line(svg, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>", x, x, TOP - 8, height - 34);
            line(svg, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%s</text>", x, height - 18,
                    decade == 0 ? "0" : String.format(Locale.ROOT, "%,.0f", Math.pow(10, decade)));
        }
        for (int i = 0; i < scores.size(); i++) {
            row(svg, scores.get(i), TOP + i * ROW);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void row(StringBuilder svg, Score score, int y) {
        String colour = score.policy().equals(Chooser.DEFAULT) ? "#0a7d3c" : score.fixed() ? "#999999" : "#3b6fb6";
        line(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 12, escaped(score.policy()));
        line(svg, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>", LEFT, y,
                Math.max(1, x(score.mean()) - LEFT), colour);
        line(svg, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"black\"/>", x(score.low()), x(score.high()),
                y + 7, y + 7);
        line(svg, "<text x=\"%.1f\" y=\"%d\">%,.0f</text>", x(Math.max(score.mean(), score.high())) + 5, y + 12, score.mean());
    }

    private static double x(double seconds) {
        return LEFT + WIDTH * Math.min(1, Math.log10(1 + Math.max(0, seconds)) / DECADES);
    }

    private static void line(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
